import { describeWorld } from './describe-world.ts';
import { seedBank } from './worlds.ts';

await describeWorld(seedBank);
