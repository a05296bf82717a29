import { describeWorld } from './describe-world.ts';
import { toolLibrary } from './worlds.ts';

await describeWorld(toolLibrary);
