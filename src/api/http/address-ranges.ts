import { BlockList, isIP } from 'node:net';

/** Whether a text is a range of addresses in CIDR notation, of IPv4 or IPv6, or a single address. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= widest(family);
}

/** Whether an address is in one of the ranges. An IPv4 address counts as itself in its IPv6 form (`::ffff:`). */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  return createRanges(ranges)(address);
}

/** The same for many addresses. */
export function createRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    const of = isIP(net);
    list.addSubnet(net, Number(bits ?? widest(of)), of === 6 ? 'ipv6' : 'ipv4');
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function widest(family: number): number {
  return family === 6 ? 128 : 32;
}
