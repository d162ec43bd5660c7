// The public interface of this module: other modules import only this file.
export { createExchangeModule, type ExchangeModule } from './exchange.module.ts'
export { IMPORT_UPLOADS } from './manage/manage-imports.ts'
