import { Profile } from '../../contract/accounts.ts';
import { findProfile } from '../../store/system/accounts/profile.ts';
import { answer } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { refuseAs, type Refusal } from '../http/refusal.ts';
import { usersOf } from './who-is.ts';

/** The user who calls, with what only they need to know. */
export async function answerCurrent(call: UserCall): Promise<Response | Refusal> {
  const { parts, descriptor, user } = call;
  const users = usersOf(descriptor.resources);
  const profile = await findProfile(parts.database, users, user._id);
  return profile ? answer(call, 200, Profile, profile) : refuseAs('A003');
}
