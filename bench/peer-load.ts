// The load generator of Crocus beside Redmine.
import { serveOrders } from './load-process.ts'
import { halfOf, peerOperationNames, peerOperations, sides } from './peer-operations.ts'

serveOrders(
  Object.fromEntries(
    peerOperationNames.flatMap(name => sides.map(side => [halfOf(name, side), peerOperations[name][side]])),
  ),
)
