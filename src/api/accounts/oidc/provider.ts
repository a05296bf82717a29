/** A provider of identities (OpenID Connect), as the installation configures it. */
export type OidcProvider = {
  /** In lower case; part of its addresses here, such as `/oidc/keycloak`. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What its button says. */
  label: string;
  scopes: string;
  /** The claim that lists the groups of a user. */
  groupsClaim: string;
  /** The role that each group gives, the first that matches; empty: the provider gives no roles. */
  roles: readonly (readonly [group: string, role: string])[];
  /** Who needs no approval by an admin: those with an address of these domains; `*`: everybody. */
  admit: readonly string[];
  /** Its addresses count as verified even if it does not say so. */
  trustsEmails: boolean;
  /** Signing out here signs out there too. */
  signsOut: boolean;
  /** The field of the user that its subject belongs into. */
  fills?: 'orcid';
};
