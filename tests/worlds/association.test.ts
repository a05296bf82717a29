import { describeWorld } from './describe-world.ts';
import { association } from './worlds.ts';

await describeWorld(association);
