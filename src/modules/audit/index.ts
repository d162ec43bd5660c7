// The public interface of this module.
export { readChainEnd } from './store/audit.store.ts'
export { createAuditModule, type AuditDependencies, type AuditModule } from './audit.module.ts'
