/**
 * A window in which what stays in sight would leave nothing to see: a phone on its side, or a page at 400 %,
 * which has to be usable at 320 × 256 (WCAG 1.4.10). There everything scrolls.
 */
export const lowWindow = '@media (max-height: 479.95px)';
