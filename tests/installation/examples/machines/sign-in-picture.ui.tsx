import { defineScreen } from '../../../../src/admin/extending.ts';

export const signInPicture = defineScreen('signInPicture', () => (
  <svg role="img" aria-label="Two gears" viewBox="0 0 200 200" width="60%">
    <g fill="none" stroke="#fff" strokeWidth="12" strokeDasharray="14 8">
      <circle cx="75" cy="80" r="45" />
      <circle cx="145" cy="140" r="28" />
    </g>
  </svg>
));
