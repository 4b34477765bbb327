import CShipped
