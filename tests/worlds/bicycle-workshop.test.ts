import { describeWorld } from './describe-world.ts';
import { bicycleWorkshop } from './worlds.ts';

await describeWorld(bicycleWorkshop);
