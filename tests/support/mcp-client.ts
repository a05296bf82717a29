import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApi } from './api.ts';

export type McpClient = {
  tools(): Promise<Map<string, any>>;
  /** The text of the result, and whether it is an error. */
  ask(name: string, input: object): Promise<{ text: string; isError: boolean }>;
  /** The JSON between the marks of the result. */
  read(name: string, input: object): Promise<any>;
  /** What the server claimed when the client connected. */
  capabilities(): object | undefined;
  close(): Promise<void>;
};

/** The client of assistants, connected with this token; no port is opened. */
export async function connectMcp({ api }: TestApi, token: string): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
      fetch: (url, init) => api.fetch(new Request(url, init), { address: '127.0.0.1' }),
    }),
  );
  const ask: McpClient['ask'] = async (name, input) => {
    const answer = (await client.callTool({ name, arguments: input as never })) as any;
    return { text: answer.content[0].text, isError: answer.isError === true };
  };
  return {
    tools: async () => {
      const { tools } = await client.listTools();
      return new Map(tools.map((tool) => [tool.name, tool]));
    },
    ask,
    read: async (name, input) => {
      const { text, isError } = await ask(name, input);
      if (isError) throw new Error(text);
      return JSON.parse(text.replace(/^<untrusted-data>\n|\n<\/untrusted-data>$/g, ''));
    },
    capabilities: () => client.getServerCapabilities(),
    close: () => client.close(),
  };
}
