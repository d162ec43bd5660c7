// The public interface of this module.
export { addMcpEndpoint } from './mcp.routes.ts'
export { createMcpEndpoint, type McpDependencies, type McpEndpoint } from './mcp.module.ts'
export type { ApiAnswer, ApiCall } from './model/call-api.ts'
