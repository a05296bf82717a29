import { describeWorld } from './describe-world.ts';
import { school } from './worlds.ts';

await describeWorld(school);
