import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { FieldProps } from '../../ui/forms/use-form.ts';
import { readCustomerCode } from './read-customer-code.ts';
import { canScan, ScanCode } from './scan-code.tsx';
import { type FoundCustomer, useCustomer, useKnownCustomers } from './use-customer.ts';
import './on-behalf.css';

type Props = Omit<FieldProps, 'error'> & {
  /** The person's own, for which nothing can be taken. */
  ownCode: string | null | undefined;
  /** It was taken for somebody, and cannot be made the person's own. */
  isNeeded?: boolean;
};

const OWN_CODE = 'This is your own code: leave it out for your own friends';
const OWN_CODE_NEEDED =
  'This is your own code. Type the one of the customer who named this friend.';
const SCAN = 'Scan the QR code in their app, or type the 8 letters and digits below it.';
const TYPE = 'Type the 8 letters and digits below the QR code in their app.';
const NO_CODE = 'A customer’s code has 8 letters and digits';

/** Finds the customer for whom a referral is taken: by code or link, by camera, or among the last ones. */
export function OnBehalf({ isNeeded = false, ownCode, value, onChange, ...props }: Props) {
  const [isScanning, setScanning] = useState(false);
  const known = useKnownCustomers();
  const code = readCustomerCode(value);
  const isOwn = code !== undefined && code === ownCode;
  const customer = useCustomer(isOwn ? undefined : code, known);
  const isEmpty = value.trim() === '';
  const isUnfinished = (isNeeded || !isEmpty) && code === undefined;
  return (
    <div className="on-behalf">
      <TextField
        {...props}
        label={isNeeded ? 'On behalf of' : 'On behalf of (Optional)'}
        autoComplete="off"
        value={value}
        error={isUnfinished ? NO_CODE : isOwn ? ownCodeWords(isNeeded) : customer?.why}
        onChange={onChange}
      />
      <p className="on-behalf-told" role="status">
        <Told customer={customer} isEmpty={isEmpty} />
      </p>
      <div className="row">
        {isEmpty &&
          known?.map((one) => (
            <Button key={one.code} variant="quiet" onPress={() => onChange(one.code)}>
              {one.name}
            </Button>
          ))}
        {canScan() && (
          <Button variant="quiet" icon="qr" onPress={() => setScanning(true)}>
            Scan their QR code
          </Button>
        )}
      </div>
      {isScanning && (
        <ScanCode
          onCode={(scanned) => {
            setScanning(false);
            onChange(scanned);
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </div>
  );
}

const ownCodeWords = (isNeeded: boolean) => (isNeeded ? OWN_CODE_NEEDED : OWN_CODE);

type ToldProps = { customer: FoundCustomer | undefined; isEmpty: boolean };

function Told({ customer, isEmpty }: ToldProps) {
  if (isEmpty) return canScan() ? SCAN : TYPE;
  if (!customer || customer.why) return null;
  const { name } = customer;
  if (name === undefined) return 'Will be checked when it is sent.';
  return (
    <>
      For <strong>{name}</strong>: it pays them.
    </>
  );
}
