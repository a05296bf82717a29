import { shownTimeZone } from '../../fields/text/date-format.ts';
import type { Moment } from '../../descriptor/expression/variables.ts';
import { actingUserId } from './account/view-as.ts';

/** The values of `$now`, `$today` and `$user` in a form: the browser's clock in the zone of the app, and the user. */
export function momentOfBrowser(): Moment {
  return { now: new Date(), userId: actingUserId() ?? null, timeZone: shownTimeZone() };
}
