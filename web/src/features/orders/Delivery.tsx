// The yard's loading page under the order's own address.
export { default } from '../yard/YardView'
