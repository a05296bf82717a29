import type { ActionCode } from '../api/actions/define-action.ts';
import { review } from '../extensions/sources/review.ts';

/** The code this installation brings for actions of its descriptor. */
export const actionCodes: readonly ActionCode[] = [review];
