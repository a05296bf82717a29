import { problem, type Problem } from '../../fields/problems/problem.ts';
import { addDays, startOfLocalDay } from '../../fields/text/time-zone.ts';
import { isStorableMoment } from '../../fields/text/moment-rule.ts';

export type QueryReader = ReturnType<typeof createQueryReader>;

const days = /^\d{4}-\d\d-\d\d$/;
const moments = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** Reads the parameters of a call one by one, and collects their problems. */
export function createQueryReader(query: URLSearchParams) {
  const names = new Set<string>();
  const problems: Problem[] = [];

  const wrong = (...reason: Parameters<typeof problem>): void =>
    void problems.push(problem(...reason));

  function all(name: string): string[] {
    names.add(name);
    return query.getAll(name).filter((value) => value !== '');
  }

  function text(name: string): string | undefined {
    const [value, ...others] = all(name);
    if (others.length > 0) wrong('Q004', name, { expected: 'given only once' });
    return value;
  }

  return {
    text,
    /** Each value of a parameter that may be repeated or separated by commas. */
    list: <Value extends string>(name: string, choices?: readonly Value[]) => {
      const values = all(name).flatMap((value) => value.split(','));
      const isKnown = (value: string): value is Value =>
        !choices || choices.some((each) => each === value);
      if (!values.every(isKnown))
        wrong('Q004', name, { expected: `one of ${choices?.join(', ')}` });
      return values.filter(isKnown);
    },
    /** A day of the time zone or a time in RFC 3339; a day means where it begins, or with `dayEnds` where it ends. */
    moment: (name: string, timeZone: string, dayEnds = false) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const isDay = days.test(value);
      const time = new Date(isDay ? `${value}T00:00:00Z` : value);
      if ((!isDay && !moments.test(value)) || !isStorableMoment(time)) {
        wrong('Q004', name, { expected: 'a day (2026-11-21) or a time (2026-11-21T09:30:00Z)' });
        return undefined;
      }
      if (!isDay) return time.toISOString();
      return startOfLocalDay(dayEnds ? addDays(value, 1) : value, timeZone)?.toISOString();
    },
    cursor: (pattern: RegExp) => {
      const value = text('_after');
      if (value === undefined || pattern.test(value)) return value;
      wrong('Q008', '_after');
      return undefined;
    },
    perPage: (usual = 10, max = 1_000) => {
      const value = text('_perPage') ?? String(usual);
      if (/^[1-9]\d{0,3}$/.test(value) && Number(value) <= max) return Number(value);
      wrong('Q007', '_perPage', { min: 1, max });
      return usual;
    },
    /** All problems so far, including those of parameters that nobody read. */
    problems: () => [...problems, ...findUnknown(query, [...names])],
  };
}

/** A problem for each parameter that is not one of these. */
export function findUnknown(query: URLSearchParams, knownNames: readonly string[]): Problem[] {
  const unknown = [...new Set(query.keys())].filter((name) => !knownNames.includes(name));
  return unknown.map((name) => problem('Q001', name));
}

const ofPages = ['_page', '_perPage', '_after', '_total', '_fields'];

/** The problems of paging parameters, for calls without pages. */
export function pagingProblems(
  params: URLSearchParams,
  further: readonly string[] = [],
): readonly Problem[] {
  return checkRefused(params, [...ofPages, ...further]);
}

/** A problem for each of these parameters that was sent. */
export function checkRefused(params: URLSearchParams, names: readonly string[]): Problem[] {
  return names.filter((name) => params.has(name)).map((name) => problem('Q001', name));
}
