/** In; shown a closed door; or told that there is nothing. */
export type Fate = 'in' | 'kept' | 'hidden';
/** With what is one's own, and with what belongs to another of the same role. */
type Fates = Record<'admin' | 'member' | 'guest', readonly [Fate, Fate]>;

const forAdmins: Fates = { admin: ['in', 'in'], member: ['kept', 'kept'], guest: ['kept', 'kept'] };
const ofOwner: Fates = {
  admin: ['in', 'hidden'],
  member: ['in', 'hidden'],
  guest: ['in', 'hidden'],
};
/** Guests may import nothing, so they have none. */
const ofImporter: Fates = {
  admin: ['in', 'in'],
  member: ['in', 'hidden'],
  guest: ['hidden', 'hidden'],
};
const ofAnybody: Fates = { admin: ['in', 'in'], member: ['in', 'in'], guest: ['in', 'in'] };
/** There is none. */
const ofNobody: Fates = {
  admin: ['hidden', 'hidden'],
  member: ['hidden', 'hidden'],
  guest: ['hidden', 'hidden'],
};
const byRows: Fates = { admin: ['in', 'in'], member: ['in', 'hidden'], guest: ['kept', 'kept'] };

/** A thread belongs to whoever may read its record: everybody may read the notes as a guest. */
const ofReader: Fates = { ...byRows, guest: ['in', 'in'] };

/** Whose is whose, of every route that names something by an id. */
export const fates: Record<string, Fates> = {
  'GET /api/notes/:id': { ...byRows, guest: ['in', 'in'] },
  'GET /api/notes/:id/neighbours': { ...byRows, guest: ['in', 'in'] },
  'GET /api/notes/:id/access': { ...byRows, guest: ['in', 'in'] },
  'PATCH /api/notes/:id': byRows,
  'DELETE /api/notes/:id': byRows,
  'GET /api/notes/:id/history': byRows,
  'GET /api/notes/:id/history/:version': byRows,
  'POST /api/notes/:id/restore': byRows,
  'POST /api/notes/:id/erase': forAdmins,
  'GET /api/users/:id/history': forAdmins,
  'GET /api/users/:id/history/:version': forAdmins,
  'POST /api/users/:id/restore': forAdmins,
  'POST /api/users/:id/erase': forAdmins,
  // Guests write nothing, so they have none.
  'GET /api/changes/:id': ofImporter,
  'POST /api/changes/:id/undo': ofImporter,
  // Nobody takes over their own, or discards it as one of another person.
  'DELETE /api/structure/drafts/:person': { ...forAdmins, admin: ['hidden', 'in'] },
  'POST /api/structure/drafts/:person/take': { ...forAdmins, admin: ['hidden', 'in'] },
  // It names a collection, and this is none.
  'GET /api/structure/values/:resource': { ...forAdmins, admin: ['hidden', 'hidden'] },
  'GET /api/users/:id': byRows,
  'GET /api/users/:id/neighbours': byRows,
  'GET /api/users/:id/access': byRows,
  'PATCH /api/users/:id': byRows,
  'DELETE /api/users/:id': forAdmins,
  'PUT /api/admin/user/:id/confirm': { ...byRows, member: ['kept', 'hidden'] },
  'PUT /api/admin/user/:id/disable': { ...byRows, member: ['kept', 'hidden'] },
  'PUT /api/admin/user/:id/enable': { ...byRows, member: ['kept', 'hidden'] },
  'PUT /api/admin/user/:id/role': { ...byRows, member: ['kept', 'hidden'] },
  'PUT /api/admin/user/:id/reject': forAdmins,
  'POST /api/admin/outbox/:id/retry': forAdmins,
  // A kind of mail is nobody's, and none is called like a person.
  'PUT /api/admin/mailtexts/:kind/:language': { ...forAdmins, admin: ['hidden', 'hidden'] },
  'DELETE /api/admin/mailtexts/:kind/:language': { ...forAdmins, admin: ['hidden', 'hidden'] },
  'GET /api/admin/webhooks/:id': forAdmins,
  'PATCH /api/admin/webhooks/:id': forAdmins,
  'DELETE /api/admin/webhooks/:id': forAdmins,
  'POST /api/admin/webhooks/:id/secret': forAdmins,
  'POST /api/admin/webhooks/:id/test': forAdmins,
  'POST /api/admin/webhooks/:id/replay': forAdmins,
  'GET /api/admin/webhooks/:id/deliveries': forAdmins,
  'GET /api/admin/webhooks/:id/deliveries/:delivery': forAdmins,
  'DELETE /api/users/current/sessions/:id': ofOwner,
  'POST /api/users/current/factors/:id/confirm': ofOwner,
  'PATCH /api/users/current/factors/:id': ofOwner,
  'DELETE /api/users/current/factors/:id': ofOwner,
  'DELETE /api/admin/user/:id/factors': forAdmins,
  'GET /api/admin/user/:id/sessions': forAdmins,
  'DELETE /api/admin/user/:id/sessions': forAdmins,
  'DELETE /api/admin/user/:id/sessions/:session': forAdmins,
  'POST /api/admin/user/:id/resetlink': forAdmins,
  'GET /api/admin/user/:id/data': forAdmins,
  'POST /api/admin/user/:id/anonymise': forAdmins,
  'PATCH /api/keys/:id': { ...ofOwner, admin: ['in', 'kept'] },
  'DELETE /api/keys/:id': { ...ofOwner, admin: ['in', 'in'] },
  'DELETE /api/users/current/identities/:id': ofOwner,
  'DELETE /api/watches/:id': ofOwner,
  'GET /api/threads/:id': ofReader,
  'PATCH /api/threads/:id': ofReader,
  'POST /api/threads/:id/read': ofReader,
  // Whoever has the token.
  'GET /api/inbox/:token/unsubscribe': ofAnybody,
  'POST /api/inbox/:token/unsubscribe': ofAnybody,
  'GET /api/threads/:id/messages': ofReader,
  'POST /api/threads/:id/messages': ofReader,
  // Only its author changes a message, and is told so.
  'PATCH /api/threads/:id/messages/:message': ofReader,
  'DELETE /api/threads/:id/messages/:message': ofReader,
  'GET /api/views/:id': ofOwner,
  'PATCH /api/views/:id': ofOwner,
  'DELETE /api/views/:id': ofOwner,
  // A card is of the installation, and there is none in this one.
  'GET /api/dashboard/:card': ofNobody,
  // It names a provider, and this installation has none.
  'POST /api/oidc/:provider/start': ofNobody,
  'POST /api/oidc/:provider/finish': ofNobody,
  'POST /api/oidc/:provider/backchannel-logout': ofNobody,
  // A key is a name among one's own: that of another is another setting.
  'GET /api/users/current/settings/:key': ofAnybody,
  'PUT /api/users/current/settings/:key': ofAnybody,
  'DELETE /api/users/current/settings/:key': ofAnybody,
  // With one's own name it is heard only by one's own work (`bulk-many.test.ts`).
  'POST /api/bulk/:run/stop': ofAnybody,
  'GET /api/jobs/:id': ofImporter,
  'DELETE /api/jobs/:id': ofImporter,
  'POST /api/jobs/:id/look': ofImporter,
  'POST /api/jobs/:id/run': ofImporter,
  'POST /api/jobs/:id/values': ofImporter,
  'POST /api/jobs/:id/cancel': ofImporter,
  'POST /api/jobs/:id/resume': ofImporter,
  'POST /api/jobs/:id/again': ofImporter,
  'POST /api/jobs/:id/undo': ofImporter,
  'GET /api/jobs/:id/sheets': ofImporter,
  'GET /api/jobs/:id/sheets/suggestions': ofImporter,
  'POST /api/jobs/:id/sheets': ofImporter,
  'POST /api/jobs/:id/sheets/run': ofImporter,
  'GET /api/jobs/:id/rows': ofImporter,
  'GET /api/jobs/:id/problems': ofImporter,
  'GET /api/jobs/:id/failed': ofImporter,
  // Guests may write no file into a record, so they have none.
  'GET /api/files/:file': { ...ofImporter, admin: ['in', 'hidden'] },
  'POST /api/files/:file/copies': { ...ofImporter, admin: ['in', 'hidden'] },
  'GET /api/files/uploads/:id': { ...ofImporter, admin: ['in', 'hidden'] },
  'PATCH /api/files/uploads/:id': { ...ofImporter, admin: ['in', 'hidden'] },
  'DELETE /api/files/uploads/:id': { ...ofImporter, admin: ['in', 'hidden'] },
  'GET /api/notes/:id/files/:file': { ...byRows, guest: ['in', 'in'] },
  'GET /api/notes/:id/files/:file/pages': { ...byRows, guest: ['in', 'in'] },
  'GET /api/notes/:id/history/files/:file': byRows,
  // Admins also see what others have named, and this is what an import has saved.
  'GET /api/recipes/:id/versions': { ...ofImporter, admin: ['in', 'hidden'] },
  'PUT /api/recipes/:id': { ...ofImporter, admin: ['in', 'hidden'] },
  'DELETE /api/recipes/:id': { ...ofImporter, admin: ['in', 'hidden'] },
};

export const bodies: Record<string, unknown> = {
  'POST /api/files/:file/copies': { title: 'changed' },
  'PATCH /api/users/current/factors/:id': { name: 'changed' },
  'PATCH /api/keys/:id': { name: 'changed' },
  'POST /api/notes/:id/restore': { version: 1 },
  'POST /api/users/:id/restore': { version: 1 },
  'PATCH /api/notes/:id': { text: 'changed' },
  'PATCH /api/users/:id': { name: 'changed' },
  'PATCH /api/threads/:id': { status: 'closed' },
  'POST /api/threads/:id/messages': { text: 'hello' },
  'PATCH /api/threads/:id/messages/:message': { text: 'changed' },
  'PATCH /api/views/:id': { name: 'changed' },
  'PUT /api/admin/user/:id/confirm': { role: 'guest' },
  'PUT /api/admin/user/:id/role': { role: 'guest' },
  'PUT /api/users/current/settings/:key': { changed: true },
  'PUT /api/recipes/:id': { name: 'changed' },
};
