import { clientFaults } from './client-faults.ts';
import { databaseFaults } from './database-faults.ts';
import { networkFaults } from './network-faults.ts';
import { serverFaults } from './server-faults.ts';
import type { Fault } from './world.ts';

/** All faults of the campaign; `docs/faults.md` names each. */
export const faults: readonly Fault[] = [
  ...networkFaults,
  ...databaseFaults,
  ...serverFaults,
  ...clientFaults,
];
