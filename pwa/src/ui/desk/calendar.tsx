import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import { Icon } from '../icon.tsx';
import './calendar.css';

/** A month to choose a day from, inside a date field, which controls it. */
export function DeskCalendar() {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to move through
    <Calendar className="desk-calendar" autoFocus>
      <header className="desk-calendar-head">
        <Button slot="previous" className="desk-step" data-back>
          <Icon name="chevron" />
        </Button>
        <CalendarHeading />
        <Button slot="next" className="desk-step">
          <Icon name="chevron" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="desk-calendar-weekday">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell className="desk-calendar-day" date={date} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
