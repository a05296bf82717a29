import { z } from 'zod';
import { emailAddress, someText } from './typed-text.ts';

export const loginBody = z.strictObject({ email: emailAddress, password: someText });
