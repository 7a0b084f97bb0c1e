// The page of an address that leads nowhere, under an address of its own.
export { default } from '../../docs/NotFound'
