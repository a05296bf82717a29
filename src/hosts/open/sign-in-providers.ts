import { requireEntry } from '../../fields/require-entry.ts';
import type { OidcProvider } from '../../api/accounts/oidc/provider.ts';
import { roleNow } from '../../descriptor/role-now.ts';
import { suggest } from '../../descriptor/suggest.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';

/** The settings of a provider, after `OIDC_<NAME>_`. */
const settings = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'LABEL',
  'SCOPES',
  'GROUPS_CLAIM',
  'ROLES',
  'ADMIT',
  'TRUST_EMAIL',
  'SIGN_OUT',
] as const;

type Settings = Partial<Record<(typeof settings)[number], string>>;

/** What is known of a provider by its name. */
const presets: Readonly<Record<string, Settings & Pick<OidcProvider, 'fills'>>> = {
  // It tells neither an address nor groups; its subject is the iD.
  ORCID: { ISSUER: 'https://orcid.org', LABEL: 'ORCID', SCOPES: 'openid', fills: 'orcid' },
};

/** Reads the variables `OIDC_<NAME>_…`: the providers at which people can sign in, in the order of their names. */
export function readProviders(source: Readonly<Record<string, string | undefined>>): {
  providers: OidcProvider[];
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const settingsByName = new Map<string, Settings>();
  for (const [name, value] of Object.entries(source)) {
    const text = value?.trim();
    if (!name.startsWith('OIDC_') || !text) continue;
    const [, provider, setting] = /^OIDC_([A-Z0-9]{1,30})_([A-Z_]+)$/.exec(name) ?? [];
    const isKnown = (settings as readonly unknown[]).includes(setting);
    if (provider === undefined || setting === undefined || !isKnown)
      problems.push(unknown(name, provider, setting));
    else settingsByName.set(provider, { ...settingsByName.get(provider), [setting]: text });
  }
  const names = [...settingsByName.keys()].toSorted();
  const providers = names.map((name) =>
    toProvider(name, requireEntry(settingsByName, name), problems),
  );
  return { providers, problems };
}

function unknown(name: string, provider = 'NAME', setting = ''): Problem {
  const meant = suggest(setting, settings);
  const expected = `one of ${settings.map((each) => `OIDC_${provider}_${each}`).join(', ')}, with letters and digits as the name of the provider`;
  return problem('V002', name, { expected }, meant && `did you mean OIDC_${provider}_${meant}?`);
}

function toProvider(name: string, own: Settings, problems: Problem[]): OidcProvider {
  const { fills, ...preset } = presets[name] ?? {};
  const given: Settings = { ...preset, ...own };
  problems.push(...checkProvider(name, given));
  return {
    name: name.toLowerCase(),
    issuer: given.ISSUER ?? '',
    clientId: given.CLIENT_ID ?? '',
    clientSecret: given.CLIENT_SECRET ?? '',
    label: given.LABEL ?? name.charAt(0) + name.slice(1).toLowerCase(),
    scopes: given.SCOPES ?? 'openid email profile',
    groupsClaim: given.GROUPS_CLAIM ?? 'groups',
    roles: toRoles(given.ROLES ?? ''),
    admit: toDomains(given.ADMIT ?? ''),
    trustsEmails: isOn(given.TRUST_EMAIL),
    signsOut: isOn(given.SIGN_OUT),
    ...(fills !== undefined && { fills }),
  };
}

const needed = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;

const isSwitch = (text: string): boolean => /^(on|off|true|false|yes|no|1|0)$/i.test(text);

/** What the text of a setting must be, in the order of their problems. */
const forms: readonly [keyof Settings, isRight: (text: string) => boolean, expected: string][] = [
  [
    'ISSUER',
    isIssuer,
    'in the form https://login.example.org/realms/ours (http only on this machine)',
  ],
  [
    'SCOPES',
    (text) => text.split(/\s+/).includes('openid'),
    'words separated by spaces, one of them openid',
  ],
  [
    'ROLES',
    (text) => toRoles(text).every(([group, role]) => group !== '' && role !== ''),
    'in the form group=role, other group=role',
  ],
  [
    'ADMIT',
    (text) =>
      toDomains(text).every(
        (domain) => domain === '*' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain),
      ),
    'domains of addresses such as example.org, uni.example.org, or * for everybody',
  ],
  ['TRUST_EMAIL', isSwitch, 'on or off'],
  ['SIGN_OUT', isSwitch, 'on or off'],
];

function checkProvider(name: string, given: Settings): Problem[] {
  const variable = (setting: keyof Settings): string => `OIDC_${name}_${setting}`;
  return [
    ...needed.flatMap((setting) =>
      given[setting] === undefined ? [problem('V001', variable(setting))] : [],
    ),
    ...forms.flatMap(([setting, isRight, expected]) => {
      const text = given[setting];
      if (text === undefined || isRight(text)) return [];
      return [problem('V002', variable(setting), { expected })];
    }),
  ];
}

function toRoles(text: string) {
  return toList(text).map(toPair);
}

function toDomains(text: string): string[] {
  return toList(text).map((domain) => domain.toLowerCase().replace(/^@/, ''));
}

function isOn(text = 'off'): boolean {
  return /^(on|true|yes|1)$/i.test(text);
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** At the last sign, because the name of a group may have one. */
function toPair(text: string): readonly [string, string] {
  const at = text.lastIndexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Without TLS, anybody on the way could sign in as anybody. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
}

/** Whether a host name is this machine, where no one is on the way. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether the address of an installation is one that people use on other machines. */
export function isForOthers({ publicUrl }: { publicUrl?: string }): boolean {
  return publicUrl !== undefined && !isThisMachine(new URL(publicUrl).hostname);
}

/** The roles of mappings that the descriptor does not declare so, each as a line for the person who started it. */
export function findUnknownRoles(
  providers: readonly OidcProvider[],
  roles: ReadonlyMap<string, { was?: string | undefined }>,
): string[] {
  return providers.flatMap(({ name, roles: mapping }) =>
    mapping
      .filter(([, role]) => !roles.has(role))
      .map(([, role]) => {
        const now = roleNow({ roles }, role);
        if (now !== undefined)
          return `OIDC_${name.toUpperCase()}_ROLES names the role ${role}, which is ${now} now; write ${now} there`;
        const meant = suggest(role, [...roles.keys()]);
        return `OIDC_${name.toUpperCase()}_ROLES names the role ${role}, which resources.json does not declare${meant ? `; did you mean ${meant}?` : ''}`;
      }),
  );
}
