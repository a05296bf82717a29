import {
  isScheduled,
  minutesOf,
  type HookCode,
  type RecordHook,
  type ScheduledHook,
} from '../../store/system/hooks/hook-code.ts';

/**
 * Code that takes part in writes, or that runs at intervals; `src/installation/manifest.ts` lists it.
 *
 * @throws if `every` is neither an interval nor a time of day.
 *
 * @example
 * defineHook({
 *   resource: 'machines',
 *   before: {
 *     create: ({ records }) => records.map(({ id }) => ({ id, values: { status: 'ok' } })),
 *   },
 * });
 */
export function defineHook(code: RecordHook): RecordHook;
export function defineHook(code: ScheduledHook): ScheduledHook;
export function defineHook(code: HookCode): HookCode {
  if (isScheduled(code)) checkEvery(code);
  return code;
}

function checkEvery({ name, every }: ScheduledHook): void {
  const isRight =
    typeof every === 'string'
      ? new RegExp(`^[1-9]\\d{0,4}[${Object.keys(minutesOf).join('')}]$`).test(every)
      : /^([01]\d|2[0-3]):[0-5]\d$/.test(every.dailyAt) && isTimeZone(every.timeZone);
  if (isRight) return;
  throw new Error(
    `The hook ${name} has every: ${JSON.stringify(every)}; write an interval such as '15m', '1h' or '7d', or { dailyAt: '03:00', timeZone: 'Europe/Berlin' }`,
  );
}

function isTimeZone(timeZone = 'UTC'): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
