import { describeWorld } from './describe-world.ts';
import { firstInstallation } from './worlds.ts';

await describeWorld(firstInstallation);
