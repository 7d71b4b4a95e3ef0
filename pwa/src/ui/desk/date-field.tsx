import { CalendarDate } from '@internationalized/date';
import { useState } from 'react';
import {
  Button,
  DateInput,
  DatePicker,
  DateSegment,
  Label,
} from 'react-aria-components/DatePicker';
import { Group } from 'react-aria-components/Group';
import { Popover } from 'react-aria-components/Popover';
import { DeskCalendar } from './calendar.tsx';
import { DeskIcon } from './icon.tsx';
import '../forms/text-field.css';
import './number-field.css';
import './menu.css';
import './date-field.css';

/** The earliest day, because a year typed digit by digit begins as the year 2. */
const FIRST_DAY = '2000-01-01';

type Props = {
  label: string;
  /** An ISO day; undefined or empty for none. */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** A year typed with two digits is one of this century. */
const TWO_DIGIT_YEAR = /^00(?=\d\d-)/;

/** A day, typed part by part or chosen in a calendar, and reported once it is complete. */
export function DeskDateField({ label, value = '', onChange }: Props) {
  const [typed, setTyped] = useState({ text: value, for: value });
  const text = typed.for === value ? typed.text : value;
  const handleChange = (date: { toString: () => string } | null) => {
    const next = date?.toString() ?? '';
    const isWhole = next === '' || next >= FIRST_DAY;
    setTyped({ text: next, for: isWhole ? next : value });
    if (isWhole && next !== value) onChange(next === '' ? undefined : next);
  };
  return (
    <DatePicker
      className="text-field desk-date-field"
      value={dateIn(text)}
      onChange={handleChange}
      // Only now is it sure that no more digits come.
      onBlur={() => handleChange(dateIn(text.replace(TWO_DIGIT_YEAR, '20')))}
      granularity="day"
      validationBehavior="aria"
    >
      <Label className="desk-date-label">{label}</Label>
      <Group className="text-field-box">
        <DateInput className="desk-date-input">
          {(segment) => <DateSegment className="desk-date-segment" segment={segment} />}
        </DateInput>
        <Button className="desk-step">
          <DeskIcon name="calendar" />
        </Button>
      </Group>
      {/* Not modal for the reason `DeskMenu` gives. */}
      <Popover className="desk-menu" placement="bottom end" offset={4} isNonModal>
        <section role="dialog" aria-label={label}>
          <DeskCalendar />
        </section>
      </Popover>
    </DatePicker>
  );
}

/** Parses a day; a day its month does not have becomes the month's last. */
function dateIn(text: string): CalendarDate | null {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return text === '' ? null : new CalendarDate(year, month, day);
}
