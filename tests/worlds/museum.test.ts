import { describeWorld } from './describe-world.ts';
import { museum } from './worlds.ts';

await describeWorld(museum);
