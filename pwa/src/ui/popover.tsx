import type { ReactElement, ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import './popover.css';

type Props = { label: string; trigger: ReactElement; children: (close: () => void) => ReactNode };

/** Details that open beside their button. */
export function Popover({ label, trigger, children }: Props) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className="popover" offset={8} containerPadding={12}>
        <Dialog className="popover-dialog" aria-label={label}>
          {({ close }) => children(close)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
