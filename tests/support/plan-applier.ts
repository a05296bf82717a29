import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { applyPlan } from '../../src/store/schema/plan/apply-plan.ts';

/** A process that applies a plan, to be killed in the middle: `URL HASH RESOURCES STEP…`. */
const [url = '', plan = '', resources = '', ...named] = process.argv.slice(2);
const database = await openDatabase({ url, log: { info() {}, warn() {} } });
const descriptor = toDescriptor({ resources: JSON.parse(resources) });
await applyPlan(database, descriptor, {
  plan,
  rewrite: true,
  destructive: true,
  named: new Set(named),
});
await database.close();
