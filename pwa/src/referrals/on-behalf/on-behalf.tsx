import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { FieldProps } from '../../ui/forms/use-form.ts';
import { readCustomerCode } from './read-customer-code.ts';
import { canScan, ScanCode } from './scan-code.tsx';
import { useCustomer, useKnownCustomers } from './use-customer.ts';
import './on-behalf.css';

type Props = Omit<FieldProps, 'error'> & {
  /** It was taken for somebody, and cannot be made the person's own. */
  isNeeded?: boolean;
};

const NO_CODE = 'A customer’s code has 8 letters and digits';

/** Finds the customer for whom a referral is taken: by code or link, by camera, or among the last ones. */
export function OnBehalf({ isNeeded = false, value, onChange, ...props }: Props) {
  const [isScanning, setScanning] = useState(false);
  const known = useKnownCustomers();
  const code = readCustomerCode(value);
  const customer = useCustomer(code, known);
  const isEmpty = value.trim() === '';
  const isUnfinished = (isNeeded || !isEmpty) && code === undefined;
  return (
    <div className="on-behalf">
      <TextField
        {...props}
        label={isNeeded ? 'On behalf of' : 'On behalf of (Optional)'}
        autoComplete="off"
        value={value}
        error={isUnfinished ? NO_CODE : customer?.why}
        onChange={onChange}
      />
      <p className="on-behalf-told" role="status">
        {customer && !customer.why && <Told name={customer.name} />}
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

function Told({ name }: { name: string | undefined }) {
  if (name === undefined) return 'Will be checked when it is sent.';
  return (
    <>
      For <strong>{name}</strong>: it pays them.
    </>
  );
}
