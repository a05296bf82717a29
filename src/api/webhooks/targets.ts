import { BlockList, isIP } from 'node:net';
import { problem, type Problem } from '../../fields/problems/problem.ts';

/** The addresses that webhooks may call. */
export type Targets = {
  /** The problem of a URL that is not a target, as far as it shows without asking the DNS. */
  check(url: string): Problem | undefined;
  /** Whether a connection to this address may be made for a host of a URL. */
  allows(host: string, address: string): boolean;
};

/**
 * `allowed` names hosts and networks (CIDR) of our own that webhooks may call, and without encryption. All others must
 * have public addresses and https.
 */
export function createTargets(allowed: readonly string[] = []): Targets {
  const networks = new BlockList();
  const hosts = new Set<string>();
  for (const entry of allowed) if (!addNetwork(networks, entry)) hosts.add(entry.toLowerCase());
  const isOwn = (host: string, address: string | undefined): boolean =>
    hosts.has(host) || (address !== undefined && isIn(networks, address));
  return {
    check(text) {
      const url = parseWebAddress(text);
      if (!url) return problem('V085', 'url');
      const host = hostOf(url);
      const address = isIP(host) ? host : undefined;
      if (isOwn(host, address)) return undefined;
      if (url.protocol === 'http:') return problem('V085', 'url');
      const isHidden = address === undefined ? isLocalName(host) : !isPublic(address);
      return isHidden ? problem('V086', 'url', { host }) : undefined;
    },
    allows: (host, address) => isOwn(host, address) || isPublic(address),
  };
}

/** An address of the web without a password in it; undefined for anything else. */
function parseWebAddress(text: string): URL | undefined {
  if (text.length > 2_000 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && !url.username && !url.password ? url : undefined;
}

/** Whether an entry is a network or an address, or could be a host. */
export function isTargetEntry(entry: string): boolean {
  return addNetwork(new BlockList(), entry) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry);
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function addNetwork(list: BlockList, entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const most = version === 4 ? 32 : 128;
  const length = bits === undefined ? most : Number(bits);
  if (!/^\d+$/.test(bits ?? '0') || length > most) return false;
  list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  return true;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Networks that are not for everyone, by the registries of IANA for special purposes (RFC 6890). */
const special = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** IPv6 addresses that contain an IPv4 address, which may lead anywhere, and examples. */
const special6 = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const global6 = listOf(['2000::/3']);
const mapped6 = listOf(['::ffff:0:0/96']);

/** Whether an address is public: everything else is refused, so a new kind of network is too. */
function isPublic(address: string): boolean {
  // The list also finds IPv4 addresses that are written as IPv6.
  if (isIP(address) === 4 || isIn(mapped6(), address)) return !isIn(special(), address);
  return isIP(address) === 6 && isIn(global6(), address) && !isIn(special6(), address);
}

/** Makes the list when it is first asked, because few servers have webhooks. */
function listOf(networks: readonly string[]): () => BlockList {
  let list: BlockList | undefined;
  const make = (): BlockList => {
    const made = new BlockList();
    for (const network of networks) addNetwork(made, network);
    return made;
  };
  return () => (list ??= make());
}
