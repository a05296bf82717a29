import { describeWorld } from './describe-world.ts';
import { bakery } from './worlds.ts';

await describeWorld(bakery);
