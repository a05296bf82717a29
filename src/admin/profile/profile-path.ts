/** The own profile (specification, §2). It lies below the users' path and is none of their pages. */
export const PROFILE_PATH = '/users/myprofile';
