/**
 * The parts that can stand at the right, beside the page: the CSS variable with the width that each takes, and where its
 * right edge is. The comments are between the page and the file.
 */
export const places = {
  file: { own: '--file-beside', right: '0px' },
  comments: { own: '--comments-beside', right: 'var(--file-beside, 0px)' },
} as const;

/** The width in CSS that they take together; `frame.css` names the same. */
export const beside = 'calc(var(--file-beside, 0px) + var(--comments-beside, 0px))';
