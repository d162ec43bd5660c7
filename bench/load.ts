// The load generator of Crocus and its limits.
import { serveOrders } from './load-process.ts'
import { operations } from './operations.ts'

serveOrders(operations)
