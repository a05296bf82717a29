/** Hides text visually but not from screen readers, as `display: none` would. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  border: 0,
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
