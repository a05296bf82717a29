import { z } from 'zod';
import { someText, storedAddress } from './typed-text.ts';

export const forgotBody = z.strictObject({ email: storedAddress });

/** Of the link that proves an address. */
export const proofBody = z.strictObject({
  id: someText.describe('From the link.'),
  token: someText.describe('From the link.'),
});

export const resetBody = z.strictObject({
  id: someText.describe('From the link.'),
  token: someText.describe('From the link.'),
  password: someText,
});
