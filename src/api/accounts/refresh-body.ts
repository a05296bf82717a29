import { z } from 'zod';
import { emailAddress, someText } from './typed-text.ts';

export const refreshBody = z.strictObject({ email: emailAddress, refreshToken: someText });
