import { csvOf } from '@sunloop/shared-types/values/csv.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';

const FILE_NAME = 'sunloop-referrals-template.csv';
/** Without an example person, because somebody would upload it. */
const TEMPLATE = [['Name', 'Email', 'Phone', 'Address']];

/** A file to fill in, made on this device. */
export function TemplateTab() {
  return (
    <div className="stack">
      <p>
        The template opens in any spreadsheet. Write one person per line below the headings and save
        it as CSV.
      </p>
      <Facts
        facts={[
          ['Name', 'Required, as in Jane Doe'],
          ['Email', 'Required, as in jane@example.com'],
          ['Phone', 'Optional'],
          ['Address', 'Optional'],
          ['Permission', 'Optional column: yes if they agreed to be contacted'],
        ]}
      />
      <Button
        variant="primary"
        icon="download"
        onPress={() => saveTextFile(FILE_NAME, csvOf(TEMPLATE))}
      >
        Download Template
      </Button>
    </div>
  );
}
