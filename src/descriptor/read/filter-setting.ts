import { z } from 'zod';

/** A filter, as the parameter `where` of lists has it; what it says is looked at by `filter-checks.ts`. */
export const filterSetting = z
  .record(z.string(), z.unknown())
  .meta({ title: 'a filter in { } such as {"status": "open"}' });
