/**
 * A low window, in which the fixed parts would leave no room: a phone in landscape, or a
 * page at 400 %, which must be usable at 320 × 256 (WCAG 1.4.10). There everything scrolls.
 */
export const lowWindow = '@media (max-height: 479.95px)';
