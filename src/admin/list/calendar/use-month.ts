import { useListContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { announce } from '../../kit/status/announcer.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { CHOSEN_HERE, MONTH, wholeAddress } from '../keep-in-address.ts';
import { addMonths, isMonth, nameOfMonth, today } from './calendar-days.ts';

/** The month of the calendar, which the address holds; this month without one. */
export function useMonth() {
  const list = useListContext();
  const { language } = useI18n();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const linked = new URLSearchParams(search).get(MONTH);
  const month = isMonth(linked) ? linked : today().slice(0, 7);
  const show = (next: string): void => {
    if (!isMonth(next)) return;
    const params = wholeAddress(search, list);
    params.set(MONTH, next);
    announce(nameOfMonth(next, language));
    void navigate(
      { search: params.toString() },
      { replace: true, state: { ...(state as object), ...CHOSEN_HERE } },
    );
  };
  return {
    month,
    show,
    /** Shows the month that is this many months later. */
    go: (count: number) => show(addMonths(month, count)),
  };
}
