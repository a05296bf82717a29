import { createSignal } from '../../../client/page-state.ts';

/** Asks the grid to scroll to a column, by the name of its field. */
export const columnToShow = createSignal<string>();
