import type { OpenWorld } from '../worlds/open-world.ts';

/** Asks for the tools, as an assistant does. */
export async function callMcp({ api, admin }: OpenWorld): Promise<void> {
  const headers = { Accept: 'application/json, text/event-stream' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  await api.call('POST', '/mcp', { as: admin, body, headers });
  const notice = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await api.call('POST', '/mcp', { as: admin, body: notice, headers });
}
