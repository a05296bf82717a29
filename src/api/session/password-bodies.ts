import { z } from 'zod';
import { someText, storedAddress } from './typed-text.ts';

export const forgotBody = z.strictObject({ email: storedAddress });

export const resetBody = z.strictObject({
  id: someText.describe('As in the link.'),
  token: someText.describe('As in the link.'),
  password: someText,
});
