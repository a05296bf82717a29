import { defineInstallation } from '../../../src/api/extending.ts';
import { countBroken } from './machines/count-broken.ts';
import { number } from './machines/number.ts';
import { remind } from './machines/remind.ts';
import { repair } from './machines/repair.ts';
import { risk } from './machines/risk.ts';
import { tell } from './machines/tell.ts';
import { screens } from './screens.ui.ts';

/** All this installation adds to the product. */
export const installation = defineInstallation({
  writtenFor: 2,
  screens,
  actions: [repair],
  routes: [countBroken],
  hooks: [number, remind, tell],
  fields: [risk],
});
